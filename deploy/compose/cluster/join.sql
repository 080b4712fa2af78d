-- Makes one cluster of the three servers. What is done already stays as it is.
SELECT citus_set_coordinator_host('coordinator', 5432);
SELECT citus_add_node('worker1', 5432);
SELECT citus_add_node('worker2', 5432);

-- The role's settings hold on the workers too, and there for moving shards and making indexes as well: only this limit may be
-- among them. The pooler sets the others (pgbouncer.ini).
ALTER ROLE sales IN DATABASE sales SET lock_timeout = '5s';
ALTER ROLE sales IN DATABASE sales RESET statement_timeout;
ALTER ROLE sales IN DATABASE sales RESET idle_in_transaction_session_timeout;
