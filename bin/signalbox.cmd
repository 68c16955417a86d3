@echo off
rem The command line, on the Node that SIGNALBOX_NODE names (the editor's own), else on the one on the PATH.
setlocal
if not defined SIGNALBOX_NODE set SIGNALBOX_NODE=node
set ELECTRON_RUN_AS_NODE=1
"%SIGNALBOX_NODE%" "%~dp0..\dist\cli.cjs" %*
