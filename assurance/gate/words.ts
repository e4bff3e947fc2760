import { checks } from './rows.ts';

const writtenOn = (name: string, prefix: string): readonly string[] => [
  `meetings: ${name}(title='${prefix}meeting shared')`,
  `agenda_items: ${name}(title='${prefix}agenda shared')`,
  `announcements: ${name}(title='${prefix}news shared')`,
  `documents: ${name}(title='${prefix}paper shared')`,
  `document_versions: ${name}-1(board:${name}, document:${name}) ${name}-2(board:${name}, document:${name}, number=2)`,
  `document_texts: ${name}-1(board:${name}, text=${prefix}former) ${name}-2(board:${name}, text='${prefix}present shared')`,
];
/** Indexes the words at once instead of at the end of the transaction. */
const written = ['set constraints all immediate', ...writtenOn('own', 'zqx'), ...writtenOn('other', 'wvy')];
const searched = [...written, `select set_config('dais.board_id', '' || board:own, true)`];

const wantedOn = (board: string): string =>
  `array(select to_tsquery('simple', quote_literal(l)) from unnest(string_to_array('?', ' ')) w,
   unnest(tsvector_to_array(public.search_vector(board:${board}, w))) l)`;
const wanted = wantedOn('own');
const wantedElsewhere = wantedOn('other');
const words = 'word from vocabulary where board_id = board:own order by 1';
const wordsElsewhere = 'word from vocabulary where board_id = board:other order by 1';
const indexed = (document: string): string =>
  `substr(lexeme, 7) from document_words, unnest(words) where document_id = document:${document} order by 1`;
/** Adding 2922 or 2989 gives the ids of two boards that `search_board` cannot tell apart. */
const twin = '00000000-0000-4000-8000-00000000';

const locks = (statement: string, documents: string): readonly string[] => [
  'savepoint unlocked',
  statement,
  `id from unnest(array[document:own, document:unread]::uuid[]) with ordinality d (id, nth) where exists (
     select from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()
       and (classid::bigint, objid::bigint) = (hashtext('document_words') & 4294967295, hashtext(id::text) & 4294967295)
   ) order by nth → ${documents}`,
  'rollback to unlocked',
];

export const wordChecks = checks`
search_meetings
  ${searched}
  * from gate.search_meetings(${wanted})
    for zqxmeeting / zqxmeeting zqxagenda / shared → meeting:own, 1
    for zqxagenda → meeting:own, 0
    for zqxmeeting never → nothing
  update meetings set location = 'zqxhall' where id = meeting:own
  * from gate.search_meetings(${wanted}) for zqxhall → meeting:own, 0
  # An item is withheld from one member, until that is lifted.
  members: kept/fellow(board:own)
  withheld: own(member:kept, withheld_by=member:fellow)
  select set_config('dais.member_id', '' || member:fellow, true)
  * from gate.search_meetings(${wanted}) for zqxagenda → meeting:own, 0
  select set_config('dais.member_id', '' || member:kept, true)
  * from gate.search_meetings(${wanted})
    for zqxagenda → nothing
    for zqxmeeting → meeting:own, 1
  update withheld set lifted_at = @now where member_id = member:kept
  * from gate.search_meetings(${wanted}) for zqxagenda → meeting:own, 0
  * from gate.search_meetings(${wantedElsewhere}) for wvymeeting / wvyagenda → nothing
search_action_items
  ${searched}
  action_items: own(title='zqxtask shared', notes=zqxnote) other(title='wvytask shared')
  * from gate.search_action_items(${wanted})
    for zqxtask → action:own, 1
    for zqxnote → action:own, 0
    for zqxtask shared zqxnote → action:own, 2
    for zqxtask never → nothing
  * from gate.search_action_items(${wantedElsewhere}) for wvytask → nothing
search_motions
  ${searched}
  motions: own(text='zqxmotion shared') other(text='wvymotion shared')
  * from gate.search_motions(${wanted})
    for zqxmotion → motion:own, 1
    for zqxmotion shared → motion:own, 2
    for zqxmotion never → nothing
  * from gate.search_motions(${wantedElsewhere}) for wvymotion → nothing
search_resolutions
  ${searched}
  written_resolutions: own(title='zqxtitle shared', text=zqxtext) other(title='wvytitle shared', text=wvytext)
  * from gate.search_resolutions(${wanted})
    for zqxtitle → resolution:own, 1
    for zqxtext → resolution:own, 0
    for zqxtitle shared zqxtext → resolution:own, 2
    for zqxtitle never → nothing
  * from gate.search_resolutions(${wantedElsewhere}) for wvytitle → nothing
search_minutes
  ${searched}
  meeting_minutes: own other
  minutes_sections: own(title='zqxsection shared', text=zqxnotes) other(title='wvysection shared')
  * from gate.search_minutes(${wanted})
    for zqxsection / zqxsection zqxnotes → section:own, 1
    for zqxnotes → section:own, 0
    for zqxsection never → nothing
  * from gate.search_minutes(${wantedElsewhere}) for wvysection → nothing
search_announcements
  ${searched}
  announcements: within(board:own, body_text=zqxwithin)
  * from gate.search_announcements(${wanted})
    for zqxnews → announcement:own, 1
    for zqxwithin → announcement:within, 0
    for zqxnews shared → announcement:own, 2
    for zqxnews never → nothing
  * from gate.search_announcements(${wantedElsewhere}) for wvynews → nothing
search_documents
  ${searched}
  unnest(gate.search_documents(${wanted}))
    for zqxpaper / zqxpresent / zqxpaper zqxpresent → document:own for zqxformer / zqxpaper never → nothing
  unnest(gate.search_documents(${wantedElsewhere})) for wvypaper / wvypresent → nothing
  # The words of a long document are in several rows.
  update document_words set is_whole = false
  insert into document_words select board_id, document_id, row_number() over (partition by document_id), false, 0,
    version_id, array_to_tsvector(array[lexeme]) from document_words, unnest(words)
  delete from document_words where part = 0
  unnest(gate.search_documents(${wanted}))
    for zqxpaper / zqxpresent / zqxpaper zqxpresent → document:own for zqxformer / zqxpaper never → nothing
  unnest(gate.search_documents(${wantedElsewhere})) for wvypaper / wvypresent → nothing
search_titles
  ${searched}
  unnest(gate.search_titles(${wanted}))
    for zqxpaper / never zqxpaper → document:own for zqxpaper zqxpaper → document:own | document:own
    for zqxpresent → nothing
  unnest(gate.search_titles(${wantedElsewhere})) for wvypaper → nothing
search_pages
  ${searched}
  * from gate.search_pages(${wanted}, array[version:own-1, version:own-2]::uuid[])
    for zqxpresent → version:own-2, 1, 1
    for zqxpresent shared → version:own-2, 1, 2
  * from gate.search_pages(${wanted}, array[version:own-1]::uuid[]) for zqxpresent → nothing
  * from gate.search_pages(${wantedElsewhere}, array[version:other-1, version:other-2]::uuid[]) for wvypresent → nothing
similar_words
  ${searched}
  word from gate.similar_words('{?}', 0.6) order by 1
    for zqxmeeting → zqxmeeting for zqxagenda → zqxagenda for zqxnews → zqxnews for zqxpaper → zqxpaper
    for zqxpresent / zqxpresen → zqxpresent
    for wvymeeting / wvyagenda / wvynews / wvypaper / wvypresent / zqxpres → nothing
  # A word that is too long is not similar.
  count(*) from gate.similar_words('{?}', 0.1) where word = 'zqxpresent' for zqxpre → 0 for zqxpresents → 1
  # A minimum of zero still requires some similarity.
  word from gate.similar_words('{bdfhjkmoru}', ?) for 0 / 0.3 → nothing
  # Another board may share the six characters of the board with which the index begins.
  insert into boards (id, shortname, title, time_zone)
    values ('${twin}2922', 'zq-a', 'T', 'UTC'), ('${twin}2989', 'zq-b', 'T', 'UTC')
  count(distinct search_board(id)) from boards where id in ('${twin}2922', '${twin}2989') → 1
  insert into vocabulary (board_id, word) values ('${twin}2989', 'zqxtwin')
  select set_config('dais.board_id', '${twin}2922', true)
  word from gate.similar_words('{zqxtwin}', 0.6) → nothing
forget_words
  ${written}
  ${words} → shared | zqxagenda | zqxformer | zqxmeeting | zqxnews | zqxpaper | zqxpresent
  document_versions: third(board:own, document:own, number=3)
  document_texts: third(board:own, text=zqxpresent) another(board:other, version:other-1, page=2, text=zqxpresent)
  delete from document_texts where version_id = version:own-2
  ${words} → shared | zqxagenda | zqxformer | zqxmeeting | zqxnews | zqxpaper | zqxpresent
  delete from document_texts where version_id in (version:own-1, version:third)
  ${words} → shared | zqxagenda | zqxmeeting | zqxnews | zqxpaper
  ${wordsElsewhere} → shared | wvyagenda | wvyformer | wvymeeting | wvynews | wvypaper | wvypresent | zqxpresent
keep_vocabulary
  ${written}
  update meetings set title = 'zqxmoot shared 12345 abc' where id = meeting:own
  # The other board keeps a word that this one loses.
  update meetings set title = title || ' zqxmoot' where id = meeting:other
  ${words} → shared | zqxagenda | zqxformer | zqxmoot | zqxnews | zqxpaper | zqxpresent
  update agenda_items set title = 'zqxnews zqxpresent' where board_id = board:own
  ${words} → shared | zqxformer | zqxmoot | zqxnews | zqxpaper | zqxpresent
  delete from agenda_items where board_id = board:own
  ${words} → shared | zqxformer | zqxmoot | zqxnews | zqxpaper | zqxpresent
  update announcements set title = 'shared' where board_id = board:own
  ${words} → shared | zqxformer | zqxmoot | zqxpaper | zqxpresent
  update meetings set title = 'shared' where board_id = board:own
  ${words} → shared | zqxformer | zqxpaper | zqxpresent
  update documents set title = 'shared' where board_id = board:own
  ${words} → shared | zqxformer | zqxpresent
  # An action item still contains a word that the title of a paper loses.
  action_items: own(title='zqxtask shared')
  update documents set title = 'zqxtask' where board_id = board:own
  ${words} → shared | zqxformer | zqxpresent | zqxtask
  update documents set title = 'shared' where board_id = board:own
  ${words} → shared | zqxformer | zqxpresent | zqxtask
  update action_items set title = 'shared zqxlast' where id = action:own
  ${words} → shared | zqxformer | zqxlast | zqxpresent
  delete from action_items where id = action:own
  ${words} → shared | zqxformer | zqxpresent
  ${wordsElsewhere} → shared | wvyagenda | wvyformer | wvymeeting | wvynews | wvypaper | wvypresent | zqxmoot
index_pages
  ${written}
  ${indexed('own')} → shared | zqxpaper | zqxpaper shared | zqxpresent | zqxpresent shared
  documents: many(board:own, title=zqxmany) unread(board:own, title=zqxunread)
  document_versions: many(board:own, number=9) unread(board:own)
  ${locks(
    `insert into document_texts (board_id, version_id, page, text)
    values (board:own, version:own-2, 3, 'zqxpage')`,
    'document:own',
  )}
  document_texts: more(board:own, version:own-2, page=2, text='shared zqxmore')
  ${indexed('own')} → shared | shared zqxmore | zqxmore | zqxpaper | zqxpaper shared | zqxpresent | zqxpresent shared
  # A page of an earlier version is not indexed.
  document_texts: late(board:own, version:own-1, page=2, text=zqxlate)
  count(*) from document_words, unnest(words) where document_id = document:own and lexeme like '%zqxlate' → 0
  count(*) from document_words, unnest(words) where document_id = document:other → 5
index_document
  ${written}
  documents: bare(board:own, title=zqxbare)
  ${indexed('bare')} → zqxbare
  document_versions: third(board:own, document:own, number=3)
  ${indexed('own')} → shared | zqxpaper | zqxpaper shared
  delete from document_versions where id = version:third
  ${indexed('own')} → shared | zqxpaper | zqxpaper shared | zqxpresent | zqxpresent shared
  documents: unread(board:own, title=zqxunread)
  document_versions: unread(board:own)
  # Whoever writes the same words waits.
  ${locks(
    `insert into document_versions (board_id, document_id, number, filename, storage_key, byte_size, sha256)
    values (board:own, document:unread, 2, 'p.pdf', 'zq/second', 1, hash:second)`,
    'document:own | document:unread',
  )}
  ${locks(`update documents set title = 'zqxtitle' where id = document:unread`, 'document:own | document:unread')}
  ${locks(`delete from document_versions where id = version:unread`, 'document:own | document:unread')}
  # Nobody waits for a first version without pages, a document that is deleted, or another document's pages.
  ${locks(`select 1`, 'document:own')}
  ${locks(`delete from documents where id = document:unread`, 'document:own')}
  ${locks(`delete from document_texts where version_id in (version:own-1, version:own-2)`, 'document:own')}
  delete from document_texts where version_id in (version:own-1, version:own-2)
  ${indexed('own')} → shared | zqxpaper | zqxpaper shared
  update documents set title = 'zqxother' where id = document:own
  ${indexed('own')} → zqxother
  delete from documents where id = document:own
  ${indexed('own')} → nothing
  count(*) from document_words, unnest(words) where document_id = document:other → 5
learn_words
  ${written}
  document_texts: more(board:own, version:own-1, page=2, text='abc 12345 zqxlearned')
  word from vocabulary where board_id = board:own and word in ('abc', '12345', 'zqxlearned') → zqxlearned
`;
