import pg from 'pg';

/** Of the two schemas that migrations write; the tables of the job queue are made by its own migrations. */
const ours = "n.nspname in ('public', 'atelier')";

const relations = `pg_class c join pg_namespace n on n.oid = c.relnamespace and ${ours}`;

/** One query for each kind of object. Each returns lines, which contain everything that a migration can decide about the object. */
const queries: readonly string[] = [
  `select format('%s %s.%s%s%s%s', case c.relkind when 'r' then 'table' when 'v' then 'view' when 'S' then 'sequence' else c.relkind::text end,
     n.nspname, c.relname, case when c.relrowsecurity then ' row security' else '' end,
     case when c.relforcerowsecurity then ' forced' else '' end, ' ' || array_to_string(c.reloptions, ', ')) as line
   from ${relations} where c.relkind not in ('i', 'I')`,
  `select format('column %s.%s %s %s %s%s%s%s%s%s', c.relname, row_number() over (partition by c.oid order by a.attnum), a.attname,
     format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' else 'null' end,
     case when a.attgenerated = 's' then ' generated' else '' end, ' default ' || pg_get_expr(d.adbin, d.adrelid),
     case when a.attidentity <> '' then ' identity ' || a.attidentity::text end,
     case when a.attcollation <> t.typcollation then ' collate ' || (select l.collname from pg_collation l where l.oid = a.attcollation) end,
     case when a.attstattarget >= 0 then ' statistics ' || a.attstattarget end)
     || coalesce(' ' || array_to_string(a.attoptions, ', '), '')
     || case when a.attstorage <> t.typstorage then ' storage ' || a.attstorage::text else '' end as line
   from ${relations} join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
   where c.relkind in ('r', 'v')`,
  `select format('constraint %s.%s %s', c.relname, k.conname, pg_get_constraintdef(k.oid)) || case when k.convalidated then '' else ' not valid' end as line
   from ${relations} join pg_constraint k on k.conrelid = c.oid where k.contype <> 'n'`,
  `select 'index ' || pg_get_indexdef(i.indexrelid) as line from ${relations} join pg_index i on i.indrelid = c.oid`,
  `select format('view %s %s', c.relname, pg_get_viewdef(c.oid)) as line from ${relations} where c.relkind = 'v'`,
  `select 'trigger ' || pg_get_triggerdef(g.oid) || ' ' || g.tgenabled::text as line from ${relations} join pg_trigger g on g.tgrelid = c.oid and not g.tgisinternal`,
  `select format('policy %s.%s %s %s for %s using (%s) check (%s)', c.relname, p.polname, case when p.polpermissive then 'permissive' else 'restrictive' end,
     p.polcmd, (select string_agg(case r when 0 then 'public' when c.relowner then 'owner' else r::regrole::text end, ', ' order by r) from unnest(p.polroles) r),
     pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) as line
   from ${relations} join pg_policy p on p.polrelid = c.oid`,
  `select 'function ' || replace(pg_get_functiondef(f.oid), f.prosrc, 'body ' || md5(f.prosrc)) as line
   from pg_proc f join pg_namespace n on n.oid = f.pronamespace and ${ours}`,
  `select format('grant %s on function %s to %s', lower(x.privilege_type), f.oid::regprocedure, case x.grantee when 0 then 'public' when f.proowner then 'owner' else x.grantee::regrole::text end) as line
   from pg_proc f join pg_namespace n on n.oid = f.pronamespace and ${ours},
     aclexplode(coalesce(f.proacl, acldefault('f', f.proowner))) x`,
  `select format('grant %s on %s.%s to %s', string_agg(lower(x.privilege_type), ', ' order by x.privilege_type), n.nspname, c.relname, case x.grantee when 0 then 'public' else x.grantee::regrole::text end) as line
   from ${relations}, aclexplode(c.relacl) x where x.grantee <> c.relowner group by n.nspname, c.relname, x.grantee`,
  `select format('grant %s on %s column %s to %s', lower(x.privilege_type), c.relname, a.attname, case x.grantee when 0 then 'public' else x.grantee::regrole::text end) as line
   from ${relations} join pg_attribute a on a.attrelid = c.oid, aclexplode(a.attacl) x`,
  `select format('grant %s on schema %s to %s', lower(x.privilege_type), n.nspname, x.grantee::regrole) as line
   from pg_namespace n, aclexplode(n.nspacl) x where n.nspname = 'atelier' and x.grantee <> n.nspowner`,
  `select 'grant usage on schema public to atelier_app' as line where has_schema_privilege('atelier_app', 'public', 'usage')`,
  `select format('sequence %s.%s %s from %s by %s', s.schemaname, s.sequencename, s.data_type, s.start_value, s.increment_by) as line
   from pg_sequences s where s.schemaname in ('public', 'atelier')`,
  `select 'statistics ' || pg_get_statisticsobjdef(s.oid) as line from pg_statistic_ext s join pg_namespace n on n.oid = s.stxnamespace and ${ours}`,
  `select format('type %s.%s %s', n.nspname, t.typname, t.typtype) as line
   from pg_type t join pg_namespace n on n.oid = t.typnamespace and ${ours} where t.typtype in ('d', 'e')`,
  `select format('comment on %s.%s %s', c.relname, d.objsubid, d.description) as line from ${relations} join pg_description d on d.objoid = c.oid`,
  `select format('extension %s', e.extname) as line from pg_extension e where e.extname <> 'plpgsql'`,
  `select format('rule %s %s', c.relname, pg_get_ruledef(r.oid)) as line from ${relations} join pg_rewrite r on r.ev_class = c.oid and r.rulename <> '_RETURN'`,
];

/** Everything that the schema of a database contains. */
export interface Catalogue {
  /** The version of PostgreSQL, which decides how it prints definitions. */
  version: string;
  /** One line for each object, in an order that does not depend on the order in which they were made. */
  lines: string[];
}

export const readCatalogue = async (databaseUrl: string): Promise<Catalogue> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("select set_config('search_path', 'public', false)");
    const lines: string[] = [];
    for (const query of queries)
      lines.push(
        ...(await client.query<{ line: string }>(query)).rows.map(({ line }) =>
          line.replaceAll(/\s+/g, ' ').trimEnd(),
        ),
      );
    const { rows } = await client.query<{ version: string }>('select version()');
    return { version: rows[0]?.version ?? '', lines: lines.sort() };
  } finally {
    await client.end();
  }
};

/**
 * PostgreSQL 16 and later leave out the table before the names of columns in a view where one table has the name. The record is of
 * PostgreSQL 15; other versions are compared without these names.
 */
export const withoutTables = (line: string): string =>
  line.startsWith('view ') ? line.replaceAll(/\b\w+\.(?=\w)/g, '').replaceAll(/[()]/g, '') : line;
