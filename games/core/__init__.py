"""What all games share: the contract, chance, scoring, the casebook and the registry. Pure: no Django, clock or I/O."""
