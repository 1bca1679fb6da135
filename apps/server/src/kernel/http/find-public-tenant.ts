import type { Pool } from 'pg';

const byObject = {
  name: 'tenant-by-public-object',
  text: `select o.tenant_id from public_objects o
    join tenants t on t.id = o.tenant_id and t.status = 'ACTIVE' where o.id = $1`,
};

/**
 * Returns the tenant of a public link, or undefined when the object or its tenant is deleted or disabled. Both tables belong to no tenant,
 * and one statement needs no transaction.
 */
export const findPublicTenant = async (pool: Pool, objectId: string): Promise<string | undefined> => {
  const { rows } = await pool.query<{ tenant_id: string }>({ ...byObject, values: [objectId] });
  return rows[0]?.tenant_id;
};
