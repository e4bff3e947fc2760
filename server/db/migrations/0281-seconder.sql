-- A motion needs no seconder unless a board wants one.
alter table deciding_settings alter seconder set default false;
