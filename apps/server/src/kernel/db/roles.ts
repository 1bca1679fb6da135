import type { ClientBase } from 'pg';

/** The role under which the product reads and writes. It owns nothing and bypasses no row policy. */
export const appRole = 'atelier_app';

/**
 * Makes sure that the application role exists and that the connecting user may switch to it.
 * @throws Error for the operator when the role is missing and the user of `DATABASE_URL` may not create it
 */
export const ensureAppRole = async (client: ClientBase): Promise<void> => {
  const found = await client.query('select 1 from pg_roles where rolname = $1', [appRole]);
  if (found.rowCount === 0) {
    await client
      .query(`create role ${appRole} nologin nosuperuser nobypassrls`)
      .catch((error: { code?: string }) => {
        // Two servers may start on a new cluster at the same time.
        if (error.code === '42710' || error.code === '23505') return;
        throw new Error(
          `The database user may not create roles. Run "create role ${appRole} nologin" once as an administrator and grant it to this user, then start again.`,
          { cause: error },
        );
      });
  }
  const member = await client.query<{ may: boolean }>(
    `select pg_has_role(current_user, $1, case when current_setting('server_version_num')::int >= 160000 then 'set' else 'member' end) as may`,
    [appRole],
  );
  if (!member.rows[0]?.may) await client.query(`grant ${appRole} to current_user`);
  await client.query(`grant usage on schema public to ${appRole}`);
};
