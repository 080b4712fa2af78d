-- Makes one cluster of the three servers. What is done already stays as it is.
SELECT citus_set_coordinator_host('coordinator', 5432);
SELECT citus_add_node('worker1', 5432);
SELECT citus_add_node('worker2', 5432);

-- A pooler does not pass on the limits that the service asks for when it connects (docs/operations/scale.md): the role has them.
ALTER ROLE sales IN DATABASE sales SET lock_timeout = '5s';
ALTER ROLE sales IN DATABASE sales SET statement_timeout = '7s';
ALTER ROLE sales IN DATABASE sales SET idle_in_transaction_session_timeout = '10s';
