// Plugs the registers of this build in for every suite, as the service does.
import '../../src/registers/registers.ts';
