import { parentPort } from 'node:worker_threads';
import { answerQuestion, type RecurrenceQuestion } from '../recurrence/recurrence-questions.ts';

/** The thread that `recurrence-thread.ts` starts: answers one question after the other. */
parentPort!.on('message', (question: RecurrenceQuestion) => parentPort!.postMessage(answerQuestion(question)));
