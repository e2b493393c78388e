"""Pictures made from views. No rules are known here: a picture shows only what its view holds."""
