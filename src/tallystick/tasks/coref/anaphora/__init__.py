"""What documents hold beside entities: bridging, zeros, empty nodes, non-referring mentions."""
