"""From personal seats into Central: who may read what, what is assessed, decided, delivered."""
