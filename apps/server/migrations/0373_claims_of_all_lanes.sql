-- Until now a claim named one lane. Databases that the baseline made never had that function.
drop function if exists atelier.claim_runs(text, integer, integer, integer, jsonb);
