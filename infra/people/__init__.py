"""People: who they are, how they are reached, what they may do. All of it lives outside the log, which holds ids and hashes
alone; what is said of a person is sealed under the person's key (`infra.keyring`), and is gone when that key is destroyed."""
