"""Tables in compiled code that go on from question to question: one, or many side by side."""
