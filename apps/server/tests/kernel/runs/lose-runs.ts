import type { TestServer } from '../../harness.ts';

/** Cuts the sessions by which the processes own their runs, as a failure of the network does. The database answers everything else. */
export const loseRuns = (server: TestServer): Promise<unknown> =>
  server.sql(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name like 'atelier runs %'`);

/** Does the same, once, between the first charge of a kind for a company and all that follows it. */
export const loseRunsAtCharge = async (
  server: TestServer,
  { tenantId, kind }: { tenantId: string; kind: string },
): Promise<void> => {
  const name = `lose_runs_${crypto.randomUUID().replaceAll('-', '')}`;
  // A sequence is not rolled back with the transaction of the charge, so that the sessions are cut once.
  await server.sql(`create sequence ${name}_charges`);
  await server.sql(`create function ${name}() returns trigger language plpgsql security definer as $$ begin
    if nextval('${name}_charges') = 1 then
      perform pg_terminate_backend(pid, 5000) from pg_stat_activity
        where datname = current_database() and application_name like 'atelier runs %';
    end if;
    return null;
  end $$`);
  await server.sql(`create trigger ${name} after insert on usage_records for each row
    when (new.tenant_id = '${tenantId}' and new.kind = '${kind}') execute function ${name}()`);
};
