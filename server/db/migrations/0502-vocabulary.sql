-- Readers must never see words that they could not find by searching.
create table vocabulary (
  board_id uuid not null references boards,
  word text not null,
  letters text[] generated always as (search_letters(board_id, word)) stored,
  primary key (board_id, word)
);
create index vocabulary_letters on vocabulary using gin (letters) with (fastupdate = off);
call schema_tools.keep_within_board('vocabulary');
create policy gate on vocabulary to dais_gate using (true) with check (true);
grant select, insert, delete on vocabulary to dais_gate;

-- Locks the vocabulary of each affected board, because two jobs that add the same words could deadlock.
create function gate.learn_words() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('vocabulary'), hashtext(b.board_id::text)) from (select distinct board_id from new_texts order by 1) b;
  insert into public.vocabulary (board_id, word)
    select distinct t.board_id, substr(w.lexeme, 7)
    from new_texts t, unnest(tsvector_to_array(t.words)) w (lexeme)
    where substr(w.lexeme, 7) ~ ('^[[:alpha:]]{4,40}$' collate "pg_c_utf8")
    on conflict do nothing;
  return null;
end $$;

create function gate.forget_words() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('vocabulary'), hashtext(b.board_id::text)) from (select distinct board_id from old_texts order by 1) b;
  delete from public.vocabulary v
    using (select distinct t.board_id, w.lexeme from old_texts t, unnest(tsvector_to_array(t.words)) w (lexeme)) gone
    where v.board_id = gone.board_id and v.word = substr(gone.lexeme, 7) and not public.is_word_used(gone.board_id, gone.lexeme);
  return null;
end $$;

-- Runs at the end of the transaction, because taking other locks after the vocabulary lock could deadlock.
create function gate.keep_vocabulary() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  board uuid := case when tg_op = 'DELETE' then old.board_id else new.board_id end;
  before text[] := case when tg_op = 'INSERT' then '{}'::text[] else tsvector_to_array(old.words) end;
  after text[] := case when tg_op = 'DELETE' then '{}'::text[] else tsvector_to_array(new.words) end;
begin
  perform pg_advisory_xact_lock(hashtext('vocabulary'), hashtext(board::text));
  insert into public.vocabulary (board_id, word)
    select board, substr(came.lexeme, 7) from (select unnest(after) except select unnest(before)) came (lexeme)
    where substr(came.lexeme, 7) ~ ('^[[:alpha:]]{4,40}$' collate "pg_c_utf8")
    on conflict do nothing;
  delete from public.vocabulary v
    using (select unnest(before) except select unnest(after)) gone (lexeme)
    where v.board_id = board and v.word = substr(gone.lexeme, 7) and not public.is_word_used(board, gone.lexeme);
  return null;
end $$;

create procedure schema_tools.keep_vocabulary(variadic tables text[]) language plpgsql as $$
declare
  each_table text;
begin
  foreach each_table in array tables loop
    execute format('create constraint trigger vocabulary_of_new after insert or delete on %I deferrable initially deferred for each row execute function gate.keep_vocabulary()', each_table);
    execute format('create constraint trigger vocabulary_of_changed after update on %I deferrable initially deferred for each row when (old.words is distinct from new.words) execute function gate.keep_vocabulary()', each_table);
  end loop;
end
$$;

call schema_tools.open_gate('learn_words', 'forget_words', 'keep_vocabulary');
create trigger document_texts_learn after insert on document_texts
  referencing new table as new_texts for each statement execute function gate.learn_words();
create trigger document_texts_forget after delete on document_texts
  referencing old table as old_texts for each statement execute function gate.forget_words();
