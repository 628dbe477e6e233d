// books-process DATABASE_URL: what the service has written down, as JSON.
import { readBooks } from '../chaos/books.js';

console.log(JSON.stringify(await readBooks(process.argv[2] ?? '')));
