declare module '../../../kernel/context/events.ts' {
  interface EventMap {
    /** A company was founded; `ownerId` is the user who signed up for it. */
    'tenancy.tenant_created': { tenantId: string; ownerId: string };
    /** A company is being deleted. What lies outside this server ends now; the rows follow when everybody has heard it. */
    'tenancy.tenant_closing': { tenantId: string };
  }
}

export {};
