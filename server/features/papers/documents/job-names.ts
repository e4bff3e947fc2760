/** Jobs about one version of a document, as the queue knows them. Payload: `board_id`, `version_id`. */
export const prepareVersionJobName = 'prepare-version';
export const readScansJobName = 'read-scans';
