-- Knowledge bases that were split by sizes alone use the strategy AUTOMATIC; all other choices get their defaults.
update index_versions
set chunking = '{"strategy": "AUTOMATIC", "sentences": 5, "headingLevel": 3, "rows": 1, "separators": [],
  "preprocessing": {"collapseWhitespace": false, "removeUrls": false, "removeEmails": false, "removeRepeatedLines": false}}'::jsonb
  || chunking
where not chunking ? 'strategy';
