-- What the register says of where the business of a row is at home: { kind, home }.
alter table batch_rows add column registration jsonb;
