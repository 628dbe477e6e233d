-- The grant of the application that made a watch: its checks count to the budget of that grant, and end with it.
alter table watches add column grant_id text;
