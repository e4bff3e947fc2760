import type pg from 'pg';

/**
 * All that PostgreSQL's catalogue says of a database, a line for each thing: schemas, tables, columns, constraints, indexes, policies,
 * functions, triggers, types, sequences, extensions, comments, rights, the product's roles, and how many rows stand. Two databases whose lines are
 * equal have the same schema, but for the order of a table's columns. Ours and the queue's; what belongs to an extension is its own.
 */
export async function readCatalogue(client: pg.ClientBase): Promise<readonly string[]> {
  const lines: string[] = [];
  for (const [kind, query] of Object.entries(queries)) {
    const { rows } = await client.query<{ name: string }>(query);
    lines.push(...rows.map(({ name, ...said }) => `${kind} ${name}: ${JSON.stringify(said)}`));
  }
  return [...lines, ...(await countRows(client))].toSorted();
}

const schemas = `('public', 'gate', 'house', 'graphile_worker')`;
/** As PostgreSQL understands a list of rights: nothing said means the usual ones. */
const rights = (list: string, kind: string, owner: string) =>
  `array(select r::text from unnest(coalesce(${list}, acldefault('${kind}', ${owner}))) r order by 1)`;
const ours = (catalogue: string, alias: string) =>
  `not exists (select from pg_depend e where e.classid = '${catalogue}'::regclass and e.objid = ${alias}.oid and e.deptype = 'e')`;
/** The tables, views, indexes, sequences and row types of the schemas. */
const relations = `pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname in ${schemas}`;

const queries: Readonly<Record<string, string>> = {
  database: `
    select 'rights' as name, array(select r::text from unnest(datacl) r order by 1) as rights
    from pg_database where datname = current_database()`,
  schema: `
    select nspname as name, nspowner::regrole::text as owner, ${rights('nspacl', 'n', 'nspowner')} as rights,
      obj_description(oid, 'pg_namespace') as comment
    from pg_namespace where nspname in ${schemas}`,
  relation: `
    select c.oid::regclass::text as name, c.relkind as kind, c.relowner::regrole::text as owner, c.relpersistence as persistence,
      c.relrowsecurity as guarded, c.relforcerowsecurity as forced, c.reloptions as options, c.relreplident as replica,
      case when c.relkind in ('r', 'v', 'p') then ${rights('c.relacl', 'r', 'c.relowner')}
        when c.relkind = 'S' then ${rights('c.relacl', 's', 'c.relowner')} end as rights,
      obj_description(c.oid, 'pg_class') as comment
    from ${relations}`,
  column: `
    select format('%s.%I', c.oid::regclass, a.attname) as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as needed,
      pg_get_expr(d.adbin, d.adrelid) as expression, a.attgenerated as generated, a.attidentity as identity, a.attstorage as storage,
      a.attcompression as compression, a.attstattarget as statistics, a.attoptions as options, a.attcollation::regcollation::text as collation,
      array(select r::text from unnest(a.attacl) r order by 1) as rights, col_description(c.oid, a.attnum) as comment,
      case when c.relkind = 'c' then a.attnum end as position
    from pg_attribute a
    join (select c.oid, c.relkind from ${relations}) c on c.oid = a.attrelid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attnum > 0 and not a.attisdropped and c.relkind <> 'i'`,
  constraint: `
    select format('%s.%I', coalesce(nullif(k.conrelid, 0)::regclass::text, k.contypid::regtype::text), k.conname) as name, k.contype as kind,
      pg_get_constraintdef(k.oid) as definition, k.condeferrable as deferrable, k.condeferred as deferred, k.convalidated as validated,
      k.conenforced as enforced, k.conislocal as local, obj_description(k.oid, 'pg_constraint') as comment
    from pg_constraint k join pg_namespace n on n.oid = k.connamespace where n.nspname in ${schemas}`,
  index: `
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition, i.indisvalid as valid, i.indisclustered as clustered,
      i.indisreplident as replica
    from pg_index i join (select c.oid from ${relations}) c on c.oid = i.indexrelid`,
  policy: `
    select format('%s.%I', polrelid::regclass, polname) as name, polcmd as command, polpermissive as permissive,
      array(select case r when 0 then 'public' else r::regrole::text end from unnest(polroles) r order by 1) as roles,
      pg_get_expr(polqual, polrelid) as shown, pg_get_expr(polwithcheck, polrelid) as written, obj_description(oid, 'pg_policy') as comment
    from pg_policy`,
  trigger: `
    select format('%s.%I', tgrelid::regclass, tgname) as name, pg_get_triggerdef(oid) as definition, tgenabled as enabled,
      obj_description(oid, 'pg_trigger') as comment
    from pg_trigger where not tgisinternal`,
  function: `
    select p.oid::regprocedure::text as name, p.proowner::regrole::text as owner, ${rights('p.proacl', 'f', 'p.proowner')} as rights,
      case when p.prokind <> 'a' then pg_get_functiondef(p.oid) end as definition, p.prosecdef as definer, p.proconfig as settings,
      obj_description(p.oid, 'pg_proc') as comment
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where n.nspname in ${schemas} and ${ours('pg_proc', 'p')}`,
  type: `
    select t.oid::regtype::text as name, t.typtype as kind, t.typowner::regrole::text as owner, ${rights('t.typacl', 'T', 't.typowner')} as rights,
      t.typnotnull as needed, t.typdefault as usual, array(select e.enumlabel::text from pg_enum e where e.enumtypid = t.oid order by e.enumsortorder) as labels,
      obj_description(t.oid, 'pg_type') as comment
    from pg_type t join pg_namespace n on n.oid = t.typnamespace where n.nspname in ${schemas} and ${ours('pg_type', 't')}`,
  sequence: `
    select s.seqrelid::regclass::text as name, s.seqtypid::regtype::text as type, s.seqstart as first, s.seqincrement as step, s.seqmin as least,
      s.seqmax as most, s.seqcycle as cycles
    from pg_sequence s join (select c.oid from ${relations}) c on c.oid = s.seqrelid`,
  extension: `select extname as name, extnamespace::regnamespace::text as schema, extversion as version from pg_extension`,
  'usual rights': `
    select format('%s %s', defaclrole::regrole, defaclobjtype) as name, defaclnamespace as schema, defaclacl::text as rights from pg_default_acl`,
  membership: `
    select format('%s of %s', member::regrole, roleid::regrole) as name, inherit_option as inherits, set_option as sets, admin_option as gives
    from pg_auth_members where roleid::regrole::text ~ '^dais'`,
  role: `
    select rolname as name, rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication, rolbypassrls, rolconfig
    from pg_roles where rolname ~ '^dais'`,
};

/** Without the lists of migrations: one says when each was applied, the queue's own what it was before. */
async function countRows(client: pg.ClientBase): Promise<readonly string[]> {
  const tables = await client.query<{ name: string }>(
    `select c.oid::regclass::text as name from ${relations} and c.relkind = 'r' and c.relname <> 'migrations'`,
  );
  const counted: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await client.query<{ rows: number }>(`select count(*)::int as rows from ${name}`);
    counted.push(`rows ${name}: ${rows[0]?.rows}`);
  }
  return counted;
}
