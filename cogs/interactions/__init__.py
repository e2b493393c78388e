"""How interactions come in: presses, forms and typed replies find who answers them; what goes wrong is answered here."""
