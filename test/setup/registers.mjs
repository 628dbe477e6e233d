// What a register of this build is called and offers is known to every suite, as to the service.
import '../../src/registers/registers.ts';
