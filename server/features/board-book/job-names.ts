/** Payload: `board_id`, `book_id`. */
export const makeBoardBookJobName = 'make-board-book';
