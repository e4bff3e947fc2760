-- A phrase is found by comparing where its words stand, so each page that holds them is unpacked: that was most of its time. Words
-- are kept as they are, in their row where it fits a block. What is stored is written anew, about a minute for 100,000 pages.
alter table document_texts set (toast_tuple_target = 8160);
alter table document_texts alter column words set storage external;
alter table document_texts alter column words set expression as (search_vector(board_id, text));
