declare module '../../../kernel/context/events.ts' {
  interface EventMap {
    /** A tenant was created; `ownerId` is the user who signed up for it. */
    'tenancy.tenant_created': { tenantId: string; ownerId: string };
    /** A tenant is being deleted. What it has outside this server ends now; its rows are deleted once every subscriber has been told. */
    'tenancy.tenant_closing': { tenantId: string };
  }
}

export {};
