"""Rubrics over whole conversations: was a standing request of the user kept, turn by turn?"""
