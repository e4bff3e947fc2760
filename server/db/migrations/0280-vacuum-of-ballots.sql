-- What a secret vote's ballots leave behind, the job that follows its closing removes: dead rows of tallies carry the transaction of the
-- row that says who took part.
grant maintain on vote_participations, vote_tallies to dais_serving;
