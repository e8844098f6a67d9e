"""Fray's server: bytes -> intent -> decide -> events -> append -> fold -> view -> bytes.

Layers, each importing only those after it: cli, app > gateway > lobby > table > (store | deadlines | rules) > core >
protocol. Only `app` names a rule system or Redis.
"""
