import { z } from 'zod';

/** The five roles (ROLE-01). */
export const Role = z.enum(['OWNER', 'ADMIN', 'BUILDER', 'OPERATOR', 'USER']);
export type Role = z.infer<typeof Role>;

/**
 * Every permission word. `entities:all` sees every app and knowledge base of the company, `entities:shared` those that are
 * open to everyone in it; who has neither sees what they were given. Roles map to sets of words in
 * `rolePermissions`, endpoints name the word they need.
 */
export const permissions = [
  'apps:read',
  'apps:write',
  'chat:use',
  'knowledge:read',
  'knowledge:write',
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

const use: Permission[] = ['apps:read', 'chat:use', 'knowledge:read'];
const build: Permission[] = [
  ...use,
  'entities:all',
  'apps:write',
  'knowledge:write',
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

/** The permission table (ROLE-15): the only place where a role means anything to the server. */
export const rolePermissions: Record<Role, ReadonlySet<Permission>> = {
  OWNER: new Set(permissions),
  ADMIN: new Set(administer),
  BUILDER: new Set(build),
  OPERATOR: new Set(use),
  USER: new Set([...use, 'entities:shared']),
};

export const roleMay = (role: Role, permission: Permission): boolean => rolePermissions[role].has(permission);
