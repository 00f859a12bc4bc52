-- Carried out once, as the superuser (compose.yaml does it when it makes the database): one role that migrates and owns
-- the tables, and one that serves and owns nothing. What it may do with them, `migrate --grant-to sittings` says.
\getenv owner_password OWNER_PASSWORD
\getenv service_password SERVICE_PASSWORD
create role sittings_owner login password :'owner_password';
create role sittings login password :'service_password';
alter database sittings owner to sittings_owner;
revoke all on database sittings from public;
grant connect on database sittings to sittings;
-- Without it the metric of the oldest held snapshot does not see the sessions of other roles.
grant pg_read_all_stats to sittings;
