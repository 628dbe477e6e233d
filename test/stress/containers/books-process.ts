// books-process DATABASE_URL: prints the service's records as JSON.
import { readBooks } from '../chaos/books.js';

console.log(JSON.stringify(await readBooks(process.argv[2] ?? '')));
