import { Client, type ClientConfig } from 'pg';

/**
 * The service's own role: it owns the database and everything of the service in it, and is no superuser. So a statement that somebody smuggles in reads no
 * file of the machine, runs no program, and changes no setting of the server (X9).
 */
export const SERVICE_ROLE = 'sign_display';

/** In a fresh folder it makes the role; in one of an older version it also hands everything over that `postgres` owns. Else it changes nothing. */
const CONVERT = `
do $convert$
declare
  own constant regrole := current_user::regrole;
  statement text;
begin
  if not exists (select from pg_roles where rolname = '${SERVICE_ROLE}') then
    create role ${SERVICE_ROLE} login;
  elsif exists (
    select from pg_roles where rolname = '${SERVICE_ROLE}'
      and (rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls or not rolcanlogin)
  ) then
    alter role ${SERVICE_ROLE} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls;
  end if;
  for statement in
    with own_schema as (
      select oid, nspname, nspowner from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
    ), of_extension as (
      select classid, objid from pg_depend where deptype = 'e'
    )
    select format('alter database %I owner to ${SERVICE_ROLE}', datname)
    from pg_database where datname = current_database() and datdba = own
    union all
    select format('alter schema %I owner to ${SERVICE_ROLE}', nspname) from own_schema where nspowner = own
    union all
    select format('alter table %s owner to ${SERVICE_ROLE}', pg_class.oid::regclass)
    from pg_class join own_schema on own_schema.oid = relnamespace
    where relowner = own and relkind in ('r', 'p', 'v', 'm', 'f', 'S')
      and ('pg_class'::regclass, pg_class.oid) not in (select classid, objid from of_extension)
      -- A sequence of a column goes with its table.
      and not (relkind = 'S' and exists (
        select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype in ('a', 'i')))
    union all
    select format('alter routine %s owner to ${SERVICE_ROLE}', pg_proc.oid::regprocedure)
    from pg_proc join own_schema on own_schema.oid = pronamespace
    where proowner = own and ('pg_proc'::regclass, pg_proc.oid) not in (select classid, objid from of_extension)
    union all
    select format('alter type %s owner to ${SERVICE_ROLE}', pg_type.oid::regtype)
    from pg_type join own_schema on own_schema.oid = typnamespace
    left join pg_class on pg_class.oid = typrelid
    where typowner = own and (typtype in ('e', 'd', 'r') or relkind = 'c')
      and ('pg_type'::regclass, pg_type.oid) not in (select classid, objid from of_extension)
  loop
    execute statement;
  end loop;
end
$convert$`;

/** Makes sure of the role, as the superuser that `admin` is, before anybody else connects. One transaction: it is done or not. */
export async function prepareServiceRole(admin: ClientConfig): Promise<void> {
  const client = new Client(admin);
  // The server may die meanwhile: the query then says so.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(CONVERT);
  } finally {
    await client.end().catch(() => {});
  }
}
