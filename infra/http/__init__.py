"""The service over HTTP: who asks is known by a token, what they may do by their roles at a table; rules, records and views are
the same as everywhere. `app` puts it together, `serving` runs it, `chores` is what it does unasked."""
