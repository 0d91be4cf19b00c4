"""House bots as a service: who plays where, each as an ordinary client of the rules service."""
