/** Notified with the id of a job that has ended. */
export const JOB_ENDED = 'job_ended';
