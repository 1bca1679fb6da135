import { z } from 'zod';

/** The five roles (ROLE-01). */
export const Role = z.enum(['OWNER', 'ADMIN', 'BUILDER', 'OPERATOR', 'USER']);
export type Role = z.infer<typeof Role>;

/**
 * All permissions. `entities:all` sees every app and knowledge base of the tenant, `entities:shared` those that are open to
 * everyone in it; without either, a user sees only what was granted to them. `rolePermissions` maps roles to permissions, and
 * each endpoint names the permission that it requires.
 */
export const permissions = [
  'agents:read',
  'agents:write',
  'apps:read',
  'apps:write',
  'chat:use',
  'feedback:write',
  'flows:read',
  'flows:write',
  'knowledge:read',
  'knowledge:write',
  'runs:read',
  'runs:write',
  'monitoring:read',
  'monitoring:write',
  'tools:read',
  'tools:write',
  'prompts:read',
  'prompts:write',
  'models:read',
  'models:write',
  'connections:read',
  'connections:write',
  'billing:read',
  'billing:write',
  'users:read',
  'users:write',
  'audit:read',
  'keys:write',
  'tenant:write',
  'tenant:own',
  'entities:all',
  'entities:shared',
] as const;
export type Permission = (typeof permissions)[number];

const use: Permission[] = [
  'agents:read',
  'apps:read',
  'chat:use',
  'knowledge:read',
  'prompts:read',
  'runs:read',
];
const build: Permission[] = [
  ...use,
  'entities:all',
  'feedback:write',
  'agents:write',
  'apps:write',
  'flows:read',
  'flows:write',
  'knowledge:write',
  'runs:write',
  'monitoring:read',
  'monitoring:write',
  'tools:read',
  'tools:write',
  'prompts:write',
  'models:read',
  'models:write',
  'connections:read',
  'connections:write',
  'keys:write',
];
const administer: Permission[] = [
  ...build,
  'billing:read',
  'billing:write',
  'users:read',
  'users:write',
  'audit:read',
  'tenant:write',
];

/** The permissions of each role (ROLE-15): the only place where the server interprets roles. */
export const rolePermissions: Record<Role, ReadonlySet<Permission>> = {
  OWNER: new Set(permissions),
  ADMIN: new Set(administer),
  BUILDER: new Set(build),
  OPERATOR: new Set([...use, 'feedback:write', 'flows:read', 'monitoring:read']),
  USER: new Set([...use, 'entities:shared']),
};

export const roleMay = (role: Role, permission: Permission): boolean => rolePermissions[role].has(permission);
