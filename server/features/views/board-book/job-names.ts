/** Payload: `board_id`, `book_id`. */
export const makeBoardBookJobName = 'make-board-book';
/** Before the book's id: the key of its job. */
export const bookJobKeyPrefix = 'board-book:';
