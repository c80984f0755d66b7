// Loaded into every test process. When the run is killed its test processes are not told, and a long
// test would go on alone; the closed channel to the run is how they can know.
process.once('disconnect', () => process.exit(1))
