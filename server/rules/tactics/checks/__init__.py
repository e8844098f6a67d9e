"""May this be done now?"""
