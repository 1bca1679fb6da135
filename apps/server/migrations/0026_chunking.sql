-- What was cut by sizes alone was cut automatically; the rest of the choices have their defaults.
update index_versions
set chunking = '{"strategy": "AUTOMATIC", "sentences": 5, "headingLevel": 3, "rows": 1, "separators": [],
  "preprocessing": {"collapseWhitespace": false, "removeUrls": false, "removeEmails": false, "removeRepeatedLines": false}}'::jsonb
  || chunking
where not chunking ? 'strategy';
