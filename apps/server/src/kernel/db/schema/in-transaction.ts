import type { ClientBase } from 'pg';

/**
 * Runs statements that change the schema in one transaction. Names without a schema mean `public`: otherwise a login with the name of one of our
 * schemas would put the tables there, because "$user" comes first.
 */
export const inTransaction = async (client: ClientBase, work: () => Promise<void>): Promise<void> => {
  await client.query('begin');
  try {
    await client.query('set local search_path to public');
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
};
