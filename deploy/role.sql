-- The product's role and database: psql -v password=… -f deploy/role.sql, as often as you like. A pool
-- does not pass on what each connection asks for, so the role has it.
select format('create role parenthese login password %L', :'password')
where not exists (select from pg_roles where rolname = 'parenthese') \gexec
alter role parenthese set timezone = 'UTC';
alter role parenthese set jit = off;
alter role parenthese set statement_timeout = '8s';
alter role parenthese set lock_timeout = '4s';
alter role parenthese set idle_in_transaction_session_timeout = '15s';
select 'create database parenthese owner parenthese'
where not exists (select from pg_database where datname = 'parenthese') \gexec
